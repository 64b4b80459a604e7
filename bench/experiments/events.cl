// The least that a command can do and still prove that it ran in its turn. One work-item.

kernel void count(global uint* commands)
{
    ++*commands;
}

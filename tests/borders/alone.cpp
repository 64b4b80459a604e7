// Linked with all of one room of the tool, to see that it needs none above it.
int main() {}

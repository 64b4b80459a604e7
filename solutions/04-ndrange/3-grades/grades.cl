// The grades of a class: first every student's average, then the sum of the averages in strips.

// averages[s] = the mean of the grades[offsets[s]] … grades[offsets[s + 1] - 1], or 0 when student s has none.
// One work-item a student; the launch may be larger than the class.
kernel void student_average(global const float* grades, global const uint* offsets, global float* averages,
                            uint students)
{
    const uint s = get_global_id(0);
    if (s >= students) return;
    const uint count = offsets[s + 1] - offsets[s];
    float total = 0.0f;
    for (uint i = offsets[s]; i < offsets[s + 1]; ++i) total += grades[i];
    averages[s] = count == 0 ? 0.0f : total / count;
}

// partials[w] = the sum of the averages of strip w. There are as many strips as work-items, get_global_size(0).
// Every strip is ceil(students / strips) long; the last ones end early, or are empty and have the sum 0.
kernel void class_average_partial(global const float* averages, uint students, global float* partials)
{
    const uint w = get_global_id(0);
    const uint strips = get_global_size(0);
    const uint length = (students + strips - 1) / strips;
    const uint end = min((w + 1) * length, students);
    float total = 0.0f;
    for (uint i = w * length; i < end; ++i) total += averages[i];
    partials[w] = total;
}

// One star: a point of one pixel, in the square from -1 to 1 with y up.
#version 450
layout(location = 0) in vec4 star; // w: the core that it began with
layout(location = 0) flat out vec4 light;

void main()
{
    gl_Position = vec4(star.x, -star.y, 0.5, 1.0);
    gl_PointSize = 1.0;
    light = vec4(star.w > 0.5 ? vec3(22, 14, 7) : vec3(9, 12, 22), 255) / 255.0;
}

// A star adds its light to its pixel.
#version 450
layout(location = 0) flat in vec4 light;
layout(location = 0) out vec4 colour;

void main()
{
    colour = light;
}

// Which kernels a text has.

/** The names of the kernels in a text, in its order. */
export const kernelsIn = (text) => [...text.matchAll(/\b(?:__)?kernel\b(?:\s+__attribute__\s*\(\(.*?\)\)\)?)?\s+void\s+(?:__attribute__\s*\(\(.*?\)\)\)?\s+)?(\w+)\s*\(/gs)].map((found) => found[1]);

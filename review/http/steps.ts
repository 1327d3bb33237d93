/** How a step into a schema shows in the path of a member. */
export const STEPS: Readonly<Record<string, string>> = { items: '[]', additionalProperties: '*', contains: '[]' };

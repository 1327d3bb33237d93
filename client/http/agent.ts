/** The headers that name this client: none in a browser, which names itself and would need permission for them (CORS). */
export const agent: Readonly<Record<string, string>> = {};

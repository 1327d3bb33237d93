/** The generators of servers; the page `docs/guides/serve-in-your-language.md` has their commands. */
import type { Tool } from './tools.ts';

const GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0';
const SPRING = '3.5.7';

/** @param command start of the command on the page, where the test reads it */
function serverGenerator(generator: string, language: Tool['language'] & string, libraries: readonly string[]): Tool {
  const name = `openapi-generator-${generator}`;
  return { name, from: 'maven', language, home: name, packages: [GENERATOR], libraries, command: '', out: 'SERVICE' };
}

export const spring = serverGenerator('spring', 'java', [
  `org.springframework.boot:spring-boot-starter-web:${SPRING}`,
  `org.springframework.boot:spring-boot-starter-validation:${SPRING}`,
]);

export const fastApi = serverGenerator('python-fastapi', 'python', [
  'fastapi==0.165.0',
  'uvicorn==0.54.0',
  'python-multipart==0.0.34',
]);

export const servers: readonly Tool[] = [spring, fastApi];

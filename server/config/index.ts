export { type ApplicationConfig, type Config, DEFAULT_CONFIG, type SignInConfig } from './config.ts';
export { isHttpUrl, readConfig } from './read.ts';

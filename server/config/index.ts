export { type ApplicationConfig, type Config, DEFAULT_CONFIG, type SignInConfig } from './config.ts';
export { readConfig } from './read.ts';

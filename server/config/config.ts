/** What the configuration file chooses, defaults filled in. */

/** The trusted sign-ins (document 1: a verifier has a list of client ids and one of trusted domains). */
export interface SignInConfig {
  /** Client ids of applications with trusted wallet tokens; undefined for those of the built-in sandbox. */
  readonly clientIds: readonly string[] | undefined;
  /** Domains that signed messages may name, with their port where it is not the usual one. */
  readonly domains: readonly string[];
}

/** An application of the wallet network that the services act for. */
export interface ApplicationConfig {
  readonly clientId: string;
  /** Never logged. */
  readonly clientSecret: string;
}

/** The server's configuration. */
export interface Config {
  /** Base address of the wallet network; undefined for the sandbox that this server has built in. */
  readonly networkUrl: string | undefined;
  /** Scheme of the payment links; undefined for the one of the command line. */
  readonly scheme: string | undefined;
  readonly signIn: SignInConfig;
  /** The applications with OAuth codes that can be exchanged; those of the built-in sandbox need not be listed. */
  readonly applications: readonly ApplicationConfig[];
  /** The assistant service's own part, read by that service. */
  readonly assistant: unknown;
}

/** What holds without a file: the built-in sandbox, its applications, and the domains of the examples. */
export const DEFAULT_CONFIG: Config = {
  networkUrl: undefined,
  scheme: undefined,
  signIn: {
    clientIds: undefined,
    domains: ['notes.example.org', 'www.notes.example.org', 'localhost', 'localhost:3000', 'localhost:4000'],
  },
  applications: [],
  assistant: undefined,
};

/** The server's configuration, with the defaults filled in. */

/** The trusted sign-ins (document 1: a verifier has a list of client ids and one of trusted domains). */
export interface SignInConfig {
  /** Client ids of the applications whose wallet tokens are trusted; undefined for those of the built-in sandbox. */
  readonly clientIds: readonly string[] | undefined;
  /** Domains that signed messages may name, with the port if it is not the default one. */
  readonly domains: readonly string[];
}

/** An application of the wallet network on whose behalf the services act. */
export interface ApplicationConfig {
  readonly clientId: string;
  /** Never logged. */
  readonly clientSecret: string;
}

/** The server's configuration. */
export interface Config {
  /** Base address of the wallet network; undefined for the built-in sandbox. */
  readonly networkUrl: string | undefined;
  /** Scheme of the payment links; undefined for that of the command line. */
  readonly scheme: string | undefined;
  readonly signIn: SignInConfig;
  /** Applications whose OAuth codes can be exchanged; those of the built-in sandbox need not be listed. */
  readonly applications: readonly ApplicationConfig[];
  /** The configuration of the assistant service, which that service reads itself. */
  readonly assistant: unknown;
}

/** The configuration without a file: the built-in sandbox, its applications, and the domains of the examples. */
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

export {
  type DemoApplication,
  type DemoKeystore,
  openSandbox,
  type Sandbox,
  WALLET_BASE,
  walletPart,
} from './service.ts';

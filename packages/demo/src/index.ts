export { type Demo, type DemoAccount, type DemoOptions, seedDemo } from './seed.ts';
export { type Scale, SCALES } from './scales.ts';
export { demoWorldJob, simulatedAccounts } from './world/world.ts';

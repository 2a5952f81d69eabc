export { type Demo, type DemoAccount, seedDemo } from './seed.ts';
export { type Scale, SCALES } from './scales.ts';
export { demoWorldJob } from './world/world.ts';

// What a customer's script does, in any runtime: prints what it found as JSON.
import { Lodestone, LodestoneError } from '@lodestone/sdk';

import { tour } from './tour.js';

console.log(JSON.stringify(await tour(new Lodestone(), LodestoneError)));

// The same as tour.mjs, as CommonJS.
const { Lodestone, LodestoneError } = require('@lodestone/sdk');

import('./tour.js')
  .then(({ tour }) => tour(new Lodestone(), LodestoneError))
  .then((found) => console.log(JSON.stringify(found)));

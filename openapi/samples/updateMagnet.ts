import { Lodestone, LodestoneError } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Make a magnet public. It needs a successful test send first. Set MAGNET_ID to its id.
const { MAGNET_ID = '' } = process.env;
try {
  const magnet = await lodestone.magnets.setStatus(MAGNET_ID, 'public');
  console.log(magnet.status, magnet.published_at);
} catch (error) {
  if (!LodestoneError.is(error, 'test_send_required')) throw error;
  console.log('Send a test from the application first.');
}

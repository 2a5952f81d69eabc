/**
 * Names and domains of the demo's people. 64 first names, 64 last names, 32 domains and 8 ways to write an address make
 * 2^20 people, no two with the same address: so no name stands in both lists.
 */
export const FIRST_NAMES = words(`
  Aarav Aditi Ahmed Aisha Amara Ananya Anders Anjali Arjun Astrid Beatriz Bilal Carmen Chidi Clara Daniel
  Deepa Diego Divya Elena Emeka Esther Farah Fatima Felix Gaurav Greta Hana Harish Hugo Imran Ines
  Isha Ivan Jamal Jonas Julia Kabir Karan Kavya Keiko Laila Leon Lucia Maya Meera Mina Nadia
  Naveen Neha Nikhil Nora Omar Pooja Priya Rahul Rohan Sanjay Sara Sofia Tariq Tara Vikram Zara
`);

export const LAST_NAMES = words(`
  Acharya Agarwal Ahuja Almeida Banerjee Becker Bhatt Bose Castillo Chandra Chauhan Costa Das Desai Dhillon Eriksen
  Fernandes Fischer Gandhi Garcia Ghosh Gill Gupta Haddad Hansen Hussain Iyer Jain Joshi Kapoor Kaur Khan
  Kulkarni Larsen Lopez Malhotra Mehta Menon Mishra Moreau Mukherjee Nair Nakamura Nwosu Okafor Okoye Osei Pandey
  Patel Pillai Rao Reddy Rossi Saxena Schmidt Sethi Shah Sharma Silva Singh Tanaka Thakur Varma Weber
`);

export const DOMAINS = words(`
  postbox.example mailroom.example inbox.example letterbox.example brightloom.example cedarworks.example
  copperfield-labs.example daybreak.example eastgate.example fernhill.example fieldnote.example glasshouse.example
  harbourline.example hillside.example indigo-studio.example junipertech.example kitebridge.example lanternhq.example
  lowtide.example mapleandco.example mosaicware.example northbank.example openfield.example paperboat.example
  quarrystone.example riverbend.example saffronlabs.example silverbirch.example tallgrass.example tidewater.example
  upland.example westward.example
`);

/** SQL of an address, from `first`, `last` and `domain` of the row; the row's `form`, 0 to 7, chooses. */
export const ADDRESS_FORMS = [
  `first || '.' || last`,
  `first || '_' || last`,
  `first || last`,
  `first || '-' || last`,
  `last || '.' || first`,
  `first || '.' || last || '+offers'`,
  `last || first`,
  `first || '.' || last || '.work'`,
];

/** Tags of the demo's subscribers, with the share of them who carry each. */
export const TAGS: readonly (readonly [string, number])[] = [
  ['newsletter', 0.34],
  ['founder', 0.21],
  ['saas', 0.17],
  ['marketing', 0.15],
  ['webinar', 0.11],
  ['agency', 0.09],
  ['sales', 0.08],
  ['ecommerce', 0.06],
  ['customer', 0.05],
  ['enterprise', 0.03],
  ['referral', 0.03],
  ['vip', 0.012],
];

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

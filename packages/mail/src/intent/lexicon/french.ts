import type { Lexicon } from './lexicon.ts';

export const FRENCH: Lexicon = {
  not_interested: [
    'non,? merci',
    '(?:pas|plus|aucunement) (?:du tout )?intéressée?s?',
    "ne (?:m'|nous )intéresse(?:nt)? pas",
    '(?:pas|aucun) besoin',
    '(?:avons|ai|travaillons) déjà (?:un|une|notre|avec un|avec une) (?:\\S+ )?(?:prestataire|fournisseur|solution|agence|outil|partenaire)',
    'pas (?:une|notre|la) priorité',
    'ne donnerons pas suite',
    '(?:pas|aucun) (?:le |de )?budget',
    'pas pour (?:nous|moi)',
  ],
  won: [
    'contrat (?:est |a été )?signé',
    'acceptons (?:votre|la|cette) (?:offre|proposition|devis)',
    '(?:envoyer|envoyez)(?:-nous|-moi)? (?:la|votre) facture',
    'bon de commande',
    'décidé de (?:travailler|signer|continuer) avec vous',
    'devis signé',
  ],
  meeting_booked: [
    '(?:réservé|pris|bloqué|booké) (?:un|le) (?:créneau|rendez-vous|rdv)',
    '(?:viens de|de) prendre (?:un )?(?:rendez-vous|rdv)',
    '(?:rendez-vous|rdv|réunion) (?:est )?confirmée?',
    'confirme (?:notre|le) (?:rendez-vous|rdv|réunion)',
    '(?:lundi|mardi|mercredi|jeudi|vendredi) (?:à )?\\d{1,2} ?h(?:\\d\\d)? (?:me|nous) convient(?! pas)',
  ],
  meeting_completed: [
    "merci (?:beaucoup )?pour (?:l'|la |le |notre |votre )(?:\\S+ )?(?:échange|appel|réunion|démo|présentation|rendez-vous|discussion|entretien)",
    "suite à (?:notre|l') ?(?:réunion|échange|appel|rendez-vous|entretien) (?:d'hier|de ce|d'aujourd)",
    "ravie? d'avoir (?:échangé|discuté|parlé) avec vous",
  ],
  interested: [
    '(?:je suis|nous sommes|serais|serions|très|bien) intéressée?s?',
    "(?:ça|cela|proposition|offre) (?:m'|nous )intéresse",
    'très intéressant',
    'en (?:dire|savoir) plus',
    "(?:envoyer|envoyez-moi|envoyez-nous|m'envoyer) (?:plus d'informations|votre tarif|vos tarifs|un devis|une proposition|la plaquette|les tarifs)",
    'quel est (?:le|votre) (?:prix|tarif)',
    '(?:avec plaisir|oui volontiers|^volontiers)',
    'appelons-nous',
    "ravie? d'en discuter",
    'quand êtes-vous disponible',
    'comment ça marche',
  ],
};

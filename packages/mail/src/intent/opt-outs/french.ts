import { BEGINS, ENDS, type OptOuts } from './request.ts';

const MAILS = '(?:e-?mails?|mails?|messages?|envois|spams?|newsletters?|courriels?|publicités?)';

export const FRENCH: OptOuts = [
  '(?:désabonnez|désinscrivez|désabonne|désinscris)-(?:moi|nous)',
  '(?:me|nous) (?:désabonner|désinscrire)',
  `(?:(?:comment|de|pour) |${BEGINS})(?:se )?(?:désabonner|désinscrire|désabonnez|désinscrivez|désabonnement|désinscription)${ENDS}`,
  '(?:retirez|supprimez|enlevez|effacez|radiez|retire|supprime|enlève)-(?:moi|nous)',
  "(?:me|nous) (?:retirer|supprimer|enlever|radier|rayer)(?= (?:de|des|du) (?:cette |votre |vos |ta |tes |toutes |ces |la )?(?:mailing|liste|base|fichier|envois|listing|newsletter|diffusion)|,? (?:svp|stp|s'il)| ?(?:[.!\\n]|$))",
  "(?:retirer|supprimer|effacer|enlever|retirez|supprimez|effacez|enlevez) (?:toutes )?(?:mes|mon|notre) (?:données|coordonnées|adresse|e-?mail|mail|nom|contact)(?! (?:précédent|d'hier|de (?:hier|lundi)))",
  `${BEGINS}(?:supprimer|effacer|supprimez|effacez) (?:toutes )?nos (?:données|coordonnées)`,
  "ne (?:m'|me |nous )(?:écrivez|contactez|envoyez|dérangez|sollicitez|relancez|écris|contacte|envoie) plus",
  "ne plus (?:m'|me |nous )(?:écrire|contacter|envoyer|déranger|solliciter|relancer|adresser)",
  "(?:arrêtez|cessez|arrête) de (?:m'|me |nous )(?:envoyer|écrire|contacter|solliciter|spammer|relancer)",
  `(?:arrêtez|cessez) (?:vos|ces|les|tous vos) ${MAILS}`,
  'ne (?:veux|souhaite|souhaitons|voulons|désire|désirons) plus (?:recevoir|être contactée?s?|rien recevoir)',
  `ne (?:veux|souhaite|souhaitons|voulons) pas (?:recevoir|être contactée?s?)(?= ?(?:[.!\\n]|$)| (?:de |d'|vos |ces )(?:\\S+ )?${MAILS})`,
  `plus d(?:'|e )${MAILS},? s(?:'il|vp)`,
  'laissez-(?:moi|nous) tranquille',
];

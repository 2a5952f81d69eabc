/** How people and their auto-replies say that they are away, in five languages, Hindi also in Latin script. */
export const AWAY = new RegExp(
  [
    /out of (?:the )?office|(?:on|taking) (?:\w+ )?(?:leave|vacation|holidays?|pto)(?!\p{L})|away from (?:the|my) (?:office|desk)/iu,
    /(?:am|be|is|are|i['’]m) (?:currently )?(?:away|travell?ing)(?!\p{L})|limited access to (?:my )?e-?mails?/iu,
    /not in (?:the|my) office|currently out(?! of (?:stock|budget))|will be out (?:of|from|until)|back in the office/iu,
    /nicht im (?:büro|haus|dienst)|außer haus|im urlaub|(?:derzeit|momentan|zur ?zeit|aktuell) (?:leider )?(?:nicht (?:erreichbar|da)|abwesend)/iu,
    /(?:bin|abwesend|wieder) (?:ich )?(?:ab|bis)(?: zum| dem)?\s.{0,30}(?:abwesend|erreichbar|im büro|urlaub)|elternzeit|abwesenheitsnotiz/iu,
    /absente? (?:du bureau|jusqu|du \d)|(?:suis|serai) (?:actuellement )?(?:absente?|en congés?|en vacances|en déplacement)/iu,
    /hors du bureau|en congés? (?:jusqu|du|maternité|parental)|de retour (?:le|au bureau)/iu,
    /fuera de (?:la )?oficina|(?:estoy|estaré|me encuentro) (?:actualmente )?(?:de vacaciones|ausente|fuera|de baja|de viaje)/iu,
    /de vacaciones hasta|acceso limitado (?:a mi|al) correo/iu,
    /(?:छुट्टी|अवकाश|छुट्टियों) पर|कार्यालय (?:से बाहर|में नहीं)|ऑफिस (?:से बाहर|में नहीं)/iu,
    /(?:chh?utti|chh?uttiyon|leave|vacation) (?:pe|par|per) (?:hu|hoo|hai|rah)|office (?:se|me|mein) (?:bahar|nahi)/iu,
  ]
    .map((pattern) => `(?:${pattern.source})`)
    .join('|'),
  'iu',
);

/** Subjects that auto-responders begin with. A person's answer begins with `Re:` and the like. */
export const AWAY_SUBJECT =
  /^\s*\[?(?:out of (?:the )?office|ooo\b|away from|on (?:leave|vacation)|abwesenheit|abwesend|nicht im büro|urlaub|absence|absent|absente|en congé|hors du bureau|fuera de (?:la )?oficina|ausente|ausencia|vacaciones|कार्यालय से बाहर|अवकाश|छुट्टी)/iu;

export const AUTOMATIC_SUBJECT =
  /^\s*\[?(?:auto(?:matic|mated)?[ -]?(?:reply|response|answer)|autoreply|automatische (?:antwort|rückmeldung)|auto-?antwort|réponse automatique|respuesta automática|स्वचालित (?:उत्तर|जवाब|प्रतिक्रिया))/iu;

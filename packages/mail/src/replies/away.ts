/** How people and their auto-replies say that they are away, Hindi also in Latin script. */
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
    /fuori (?:ufficio|sede)|(?:sono|sarò) (?:attualmente )?(?:assente|in ferie|in vacanza|in congedo)|assente (?:dall['’]ufficio|fino al)/iu,
    /(?:ben|ik ben) (?:momenteel |nu )?(?:afwezig|met (?:vakantie|verlof)|op vakantie|niet (?:op kantoor|aanwezig))|niet op kantoor/iu,
    /(?:estou|estarei|encontro-me) (?:atualmente )?(?:de férias|em férias|ausente|fora|de licença)|fora do escritório/iu,
    /(?:jestem|przebywam|będę) (?:obecnie |aktualnie )?(?:na urlopie|poza biurem|nieobecn[ya])/iu,
    /(?:är|holder|er|har) (?:just nu |för närvarande |i øjeblikket )?(?:på semester|på ferie|ferie|semester|föräldraledig|bortrest|tjänstledig)|ikke på kontoret|inte på kontoret/iu,
    /olen (?:parhaillaan )?(?:lomalla|poissa)|(?:нахожусь |буду |сейчас )?в отпуске(?= до| с |[.,!\n]|$)|(?:vagyok|leszek) (?:szabadságon)|szabadságon (?:vagyok|leszek)/iu,
    /(?:jsem|budu) (?:momentálně )?(?:na dovolené|mimo kancelář)|(?:yıllık )?izinde(?:yim|yiz|y[iı]m)|ofis dışında(?:yım)?/iu,
    /休暇(?:を|中|いただ|のため|となり)|不在にして|不在と(?:なり|させ)|(?:正在|在)休假|休假(?:中|至|期间)|不在办公室|外出(?:中|公干)|휴가 ?중|부재중/iu,
    /(?:أنا |حالياً? )(?:في إجازة|خارج المكتب)/iu,
  ]
    .map((pattern) => `(?:${pattern.source})`)
    .join('|'),
  'iu',
);

/** Subjects that auto-responders begin with. A person's answer begins with `Re:` and the like. */
export const AWAY_SUBJECT =
  /^\s*\[?(?:out of (?:the )?office|ooo\b|away from|on (?:leave|vacation)|abwesenheit|abwesend|nicht im büro|urlaub|absence|absent|absente|en congé|hors du bureau|fuera de (?:la )?oficina|ausente|ausencia|vacaciones|कार्यालय से बाहर|अवकाश|छुट्टी|fuori ufficio|assenza|afwezig|fora do escritório|nieobecność|poza biurem|frånvaro|fravær|poissaolo|нет на месте|не в офисе|不在|休暇|休假)/iu;

export const AUTOMATIC_SUBJECT =
  /^\s*\[?(?:auto(?:matic|mated)?[ -]?(?:reply|response|answer)|autoreply|automatische (?:antwort|rückmeldung)|auto-?antwort|réponse automatique|respuesta automática|स्वचालित (?:उत्तर|जवाब|प्रतिक्रिया)|risposta automatica|automatisch (?:antwoord|bericht)|resposta automática|odpowiedź automatyczna|automatyczna odpowiedź|auto(?:matiskt? )?svar\s?:|automaattinen vastaus|автоматический ответ|автоответ|otomatik yanıt|automatická odpověď|automatikus válasz|自動(?:応答|返信|回覆)|自动(?:答复|回复)|자동 ?(?:회신|응답)|رد تلقائي|מענה אוטומטי|תשובה אוטומטית)/iu;

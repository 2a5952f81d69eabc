/** How answering machines say that somebody works there no more, or that nobody has the address any longer. */
export const LEFT = new RegExp(
  [
    // English. Whoever "left the office", "no longer works on Fridays" or is "no longer with the team" is there still.
    /(?<!(?:we|they) )(?:no longer|not any ?longer) (?:works?|working|employed|an? (?:active )?employee|affiliated|associated)(?!\p{L}| (?:on|in|from|remotely|full|part|mondays|fridays|weekends|there on)(?!\p{L})| with (?:the|this|that) (?:team|project|account))/iu,
    /(?:is|am|['’]m|are) no longer (?:with|at|part of|a part of|in the employ of) (?!(?:the|this|that|my|our) (?:team|project|account|department|office|desk|phone|group|sales|marketing))/iu,
    /(?:has|have|['’]ve) (?:recently |now |since )?left (?:the|our|my position (?:at|with)) (?:company|organi[sz]ation|firm|business|agency|employ)/iu,
    /(?:has|have|['’]ve) (?:recently |now |since )?(?:moved on|resigned) from \p{L}/iu,
    /(?:last|final) (?:working )?day (?:at|with|of work|in the) .{0,40}?was (?!not)/iu,
    /(?:has|have|['’]ve) (?:now |recently )?retired(?!\p{L})|has (?:sadly |unfortunately )?passed away/iu,
    /this (?:e-?mail(?: address| account)?|address|account|mailbox|inbox) (?:is|has been) (?:no longer (?:in use|used|active|valid|monitored|checked|read)|deactivated|closed|retired)/iu,
    // German
    /nicht (?:mehr|länger) (?:bei|für) (?!(?:diese|das projekt))[^.!?\n]{1,40}?(?:tätig|beschäftigt|angestellt|arbeite)|arbeitet? (?:\p{L}+ ){0,4}nicht mehr (?:bei|für|im unternehmen|in unserem)/iu,
    /nicht mehr (?:bei uns|für uns|im unternehmen|in unsere[mr] (?:unternehmen|haus|firma))|(?:das unternehmen|die firma|unser (?:haus|unternehmen)) (?:[\p{L}\d.]+ ){0,4}verlassen|aus (?:dem|unserem) unternehmen ausgeschieden/iu,
    /(?:postfach|e-?mail-?adresse|mailadresse) (?:wird|ist) (?:\p{L}+ )?(?:nicht mehr (?:gelesen|genutzt|verwendet|gültig|aktiv)|deaktiviert)|im (?:wohlverdienten )?ruhestand/iu,
    // French
    /ne (?:travaille|fait|fais) (?:désormais )?plus (?:partie|chez|pour|dans|au sein)|n['’](?:est|exerce) plus (?:en poste|employé|salarié|au sein|chez|dans (?:la société|l['’]entreprise)|parmi nous)/iu,
    /(?:a|ai) (?:récemment |désormais )?quitté (?:la société|l['’](?:entreprise|agence|organisation)|le groupe|ses fonctions|mes fonctions|notre)/iu,
    // Spanish
    /ya no (?:trabaj[ao]|labor[ao]|form[ao] parte|pertene(?:ce|zco)|está en la empresa|estoy en la empresa)|(?:ha|he) dejado (?:la (?:empresa|compañía)|de (?:trabajar|formar parte|pertenecer))|se ha jubilado/iu,
    // Italian, Portuguese, Dutch, Polish
    /non (?:lavor[ao]|faccio|fa) più (?:parte|in azienda|per|presso)|(?:ha|ho) lasciato (?:l['’]azienda|la società|la nostra)/iu,
    /(?:já )?não (?:trabalh[ao]|faz|faço) mais|já não (?:trabalh[ao]|faz parte|faço parte)|(?:deixou|deixei) (?:a|nossa) empresa|desligou-se da empresa|se desligou da empresa/iu,
    /niet (?:meer|langer) (?:werkzaam|in dienst)|werkt? (?:\p{L}+ ){0,3}niet (?:meer|langer) (?:bij|voor)/iu,
    /(?:już nie|nie) pracuj[eę] (?:już )?(?:w|dla|u nas)/iu,
    // Hindi
    /(?:कंपनी|संस्था) छोड़ (?:दी|चुके|चुकी|दिया)|अब (?:यहाँ|यहां|हमारे साथ|इस कंपनी में) (?:काम नहीं|कार्यरत नहीं)/iu,
  ]
    .map((pattern) => `(?:${pattern.source})`)
    .join('|'),
  'iu',
);

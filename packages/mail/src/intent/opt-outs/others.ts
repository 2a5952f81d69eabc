import { BEGINS, ENDS, type OptOuts } from './request.ts';

const MAILS = '(?:e-?mails?|mails?|mailings?|berichten|nieuwsbrieven)';

/** In languages in which nothing else is read. */
export const OTHERS: OptOuts = [
  // Italian
  '(?:cancella(?:te)?|rimuov(?:i|ete)|elimina(?:te)?|togli(?:ete)?|disiscriv(?:i|ete))(?:mi|ci)',
  '(?:cancellare|rimuovere|eliminare|cancellate|rimuovete) (?:il mio|la mia) (?:indirizzo|e-?mail|mail|contatto|nominativo)',
  'non (?:mi |ci )?(?:scrivete|contattate|inviate|mandate)(?:mi|ci)? più(?! ?\\?)',
  'non (?:desidero|voglio|desideriamo|vogliamo) (?:più )?(?:ricevere (?:altre |più |vostre |le vostre )*(?:e-?mail|mail|messaggi|comunicazioni)|essere contattat[oaie])',
  '(?:smettete|smetta|smettila|smettetela) di (?:scriver|mandar|inviar|contattar)(?:mi|ci)',
  // Dutch
  `(?:verwijder|haal|schrijf) (?:mij|me|ons)(?: uit)?(?: (?:alstublieft|alsjeblieft|aub|graag))*${ENDS}`,
  '(?:mij|me|ons|mijn (?:e-?mail)?adres) (?:uit|van) (?:uw|de|je|jullie|deze) \\S{0,20}(?:lijst|bestand|database|mailing|nieuwsbrief)\\S{0,4}',
  `stuur (?:mij|me|ons) (?:aub |a\\.u\\.b\\. |alsjeblieft |alstublieft )?geen ${MAILS} meer`,
  `${BEGINS}geen ${MAILS} meer(?: aub| alstublieft| alsjeblieft| graag)?${ENDS}`,
  `wil(?:len)? geen ${MAILS} meer`,
  `${BEGINS}(?:uitschrijven|afmelden)${ENDS}`,
  '(?:wil|willen) (?:me|mij|ons) (?:graag )?(?:uitschrijven|afmelden)',
  'niet meer (?:mailen|benaderen)',
  // Portuguese
  '(?<!não )(?:remova|retire|exclua|tire|removam|retirem|excluam|descadastre)(?:-me|-nos| (?:o )?meu (?:e-?mail|contato|contacto|endereço|nome))',
  '(?<!não )me (?:remova|retire|exclua|tire|descadastre|remover|retirar|tirar|descadastrar)m? (?:da|de|do|desta|dessa)',
  'não (?:quero|queremos|desejo|desejamos) (?:mais )?receber (?:mais )?(?:seus |os |esses )?(?:e-?mails?|mensagens)',
  'pare(?:m)? de (?:me |nos )(?:enviar|mandar|escrever|contatar|contactar)',
  'não (?:me |nos )(?:envie|mande|escreva|contate|contacte)m? mais',
  // Polish
  'proszę (?:mnie )?(?:wypisać|usunąć|wykreślić)(?: mnie)? z(?:e)? \\S*(?:list|baz|newsletter|mailing)\\S*',
  'proszę (?:o )?(?:usunięcie|wypisanie|wykreślenie|usunąć) (?:mnie |mojego adresu |mój adres |moich danych |moje dane )?(?:\\S+ )?z(?:e)? \\S*(?:list|baz|newsletter|mailing)\\S*',
  'proszę (?:mi )?nie (?:wysyłać|przysyłać|pisać)(?: (?:mi|do mnie|już))* (?:więcej|już)',
  'nie życzę sobie (?:\\S+ )?(?:e-?maili|maili|wiadomości|korespondencji|kontaktu)',
  // Swedish, Norwegian, Danish
  '(?:ta bort|avregistrera|stryk|fjern|slett?|avmeld|afmeld) (?:mig|oss|meg|os|min (?:e-?post|epost|mail|adresse?)\\S*)(?: (?:från|fra|av|af|ur))?',
  'meld (?:mig|meg|os|oss) (?:av|af|fra|ut)',
  '(?:skicka|send) (?:mig |oss |meg |os )?(?:inte|ikke) (?:fler|flere|mer|mere)',
  // Russian
  '(?:удалите|исключите|уберите|отпишите|вычеркните) (?:меня|нас|мой (?:адрес|e-?mail|имейл|контакт))',
  'больше (?:мне|нам) не (?:пишите|присылайте|отправляйте)',
  `больше не (?:пишите|присылайте|отправляйте|беспокойте)(?: мне| нам| меня| нас| письма)*${ENDS}`,
  'не (?:пишите|присылайте|беспокойте) (?:мне |нам |меня |нас )?больше',
  'не (?:хочу|желаю|хотим|желаем) (?:больше )?получать (?:\\S+ )?(?:письма|рассылк\\S*|сообщения|спам)',
  'прекратите (?:рассылку|слать|присылать|писать|отправлять)',
  // Turkish
  '(?:beni|bizi|adresimi|e-?postamı) (?:\\S+ ){0,3}?(?:liste|veri ?taban)\\S* (?:çıkar|sil)\\S*',
  '(?:bir daha|artık) (?:\\S+ )?(?:mail|e-?posta|mesaj) (?:atma|gönderme|isteme|almak isteme)\\S*',
  'aboneliğimi (?:iptal|sonlandır)\\S*',
];

/** In languages that leave no space between words. */
export const UNSPACED: OptOuts = [
  // Japanese
  '配信(?:を)?(?:停止|解除)(?:して|を?(?:お願い|希望)|願い)',
  'メール(?:を|は|の)?(?:もう)?(?:送らないで|送信しないで|送付しないで|配信停止|止めて|不要です)',
  '今後.{0,12}(?:送らないで|送信しないで|連絡しないで|連絡は不要)',
  'リストから(?:削除|外して)',
  // Chinese
  '(?:不要|别|勿)(?=.{0,8}再)再?(?:给我们?|向我们?|給我們?)?再?(?:发|發|寄|发送|發送)(?:送)?(?:任何)?(?:这种|此类)?(?:邮件|郵件|信|电邮)',
  '(?:把|将|將)我们?.{0,3}从.{0,12}(?:名单|列表|数据库).{0,4}(?:删除|移除|去掉)',
  '(?:请|請|帮我|我要|我想)(?:取消订阅|退订|取消訂閱)',
  // Korean
  '메일(?:을|를)? ?(?:그만|더 ?이상).{0,10}보내',
  '(?:수신 ?거부|구독 ?(?:취소|해지)) ?(?:합니다|해 ?주|해주|부탁|요청|할게요|하고 싶)',
];

import type { Lexicon } from './lexicon.ts';

export const SPANISH: Lexicon = {
  not_interested: [
    'no,? (?:muchas )?gracias',
    'no (?:me|nos) interesa',
    'no (?:estamos|estoy) interesad[oa]s?',
    'no (?:lo |la )?necesit(?:amos|o)',
    'ya (?:tenemos|tengo|trabajamos con|contamos con) (?:un|una|otro|otra)? ?(?:proveedor|solución|agencia|herramienta)',
    'no es (?:para|una prioridad|lo que|el momento)',
    'no (?:tenemos|hay|tengo) presupuesto',
  ],
  won: [
    'contrato (?:está |ya está |fue )?firmado',
    'acept(?:amos|o) (?:su|tu|la|esta) (?:propuesta|oferta|presupuesto)',
    'decidido (?:trabajar|contratar|seguir) con (?:ustedes|vosotros|usted)',
    'orden de compra',
    '(?:envíe|envíen|envíame|mande|envíenos) la factura',
  ],
  meeting_booked: [
    '(?:acabo de|ya|he) (?:reserv|agend|program)(?:ar|é|ado|amos)',
    '(?:reunión|cita|llamada) (?:está )?confirmada',
    '(?:lunes|martes|miércoles|jueves|viernes) a las? \\d{1,2}(?::\\d\\d)? (?:me|nos) (?:viene|va|queda) (?:bien|perfecto)',
  ],
  meeting_completed: [
    'gracias por (?:la|nuestra|su|tu) (?:llamada|reunión|demo|presentación|charla|conversación)',
    'placer (?:hablar|conversar|reunirme|charlar) con',
    'en la (?:llamada|reunión) de (?:hoy|ayer|esta)',
  ],
  interested: [
    '(?<!no )(?:me|nos) interesa',
    '(?<!no )(?:estoy|estamos|muy) interesad[oa]s?',
    'muy interesante',
    'suena (?:muy )?(?:bien|interesante)',
    'cuénta(?:me|nos|nme) más',
    '(?:envíeme|envíame|mándame|mándeme|envíenos|enviarme) (?:más información|una propuesta|los precios|la información|un presupuesto)',
    'cuánto cuesta',
    '(?:encantaría|gustaría) (?:ver|saber|conocer|tener|hablar)',
    'hablemos',
    'cuándo podemos hablar',
    '^sí,? (?:por favor|claro)',
  ],
};

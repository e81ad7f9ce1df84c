import type { PlainWords } from '../plain-words.ts'

export const ptBR: PlainWords = {
  home: 'A loja traz você até aqui na hora de pagar. Sem um pedido, não há nada para ver.',
  formTitle: 'Este formulário não foi aceito',
  formText: 'Volte, recarregue a página do pedido e tente de novo por lá.',
  cardTitle: 'Tente de novo, por favor',
  cardText:
    'No momento não conseguimos receber cartões. Tente de novo em instantes ou pague de outra forma.',
  busyTitle: 'Muita gente está pagando agora',
  busyText:
    'Seu pedido está guardado. Deixe esta página aberta: ela recarrega sozinha em alguns segundos.',
}

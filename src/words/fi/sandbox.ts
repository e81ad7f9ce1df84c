import type { SandboxWords } from '../sandbox-words.ts'

export const fi: SandboxWords = {
  banner: 'Sandbox. Täällä ei liiku oikeaa rahaa.',
  testValues: 'Testikortit ja testisähköpostit',
  paid: 'maksetaan',
  declined: 'hylätään',
  insufficientFunds: 'saldo ei riitä',
  challenge: 'vahvistetaan pankissa',
  processing: 'ensin ”käsitellään”, sitten maksettu',
  noAnswer: 'pankki ei vastaa: ”tarkistetaan”, sitten maksettu',
  paidAtOnce: 'Pix tai boleto, maksettu heti',
  expiresAtOnce: 'Pix tai boleto, vanhentunut heti',
  neverPaid: 'Pix tai boleto, ei makseta koskaan',
  anyExpiryAndCode: 'Mikä tahansa tuleva voimassaoloaika, mikä tahansa turvakoodi.',
  decide: 'Päätä, mitä tapahtuu',
  declineCode: 'Hylkäyskoodi',
  notPossible: 'Se ei ole nyt mahdollista.',
  outcomes: {
    pay: 'Maksettu',
    decline: 'Hylätty',
    challenge_failed: '3-D Secure epäonnistui',
    pix_paid: 'Pix maksettu',
    pix_paid_late: 'Pix maksettu liian myöhään',
    boleto_paid: 'Boleto maksettu',
    processor_timeout: 'Pankki ei vastaa',
    expire: 'Istunto vanhentunut',
  },
}

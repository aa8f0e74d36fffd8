import type { SectionDraft } from '../legal-document.ts';

export const statutoryAppointments: SectionDraft = {
  id: 'statutory-appointments',
  title: 'Statutory Appointments And Registered Offices',
  clauses: [
    'At the Client’s written request the Firm may allow its address to be used as the Client’s registered office, and may make a suitable employee available as company secretary, public officer or another officer for whom the law provides.',
    'Every such appointment is made by resolution of the Board, is accepted in writing, and ends with the services.',
    'A company secretary provided by the Firm performs the duties set out in section 88 of the Companies Act 71 of 2008, maintains the registers that the Act prescribes and files the annual return and notices of change with the Companies and Intellectual Property Commission.',
    'Where the Client is registered under the Nonprofit Organisations Act 71 of 1997, the Firm will prepare, for the Board’s signature, the annual report and the notices of change that the Act requires, and will assist the accounting officer.',
    'As registered office, the Firm will accept service and correspondence, pass on formal documents within two working days, and make available for inspection the records that the law requires to be kept there.',
    'The Client must supply information and signatures in good time. Penalties that result from late or incorrect information are for the account of the Client. Those that result from the Firm’s own delay are for the account of the Firm.',
    'No employee of the Firm serves as a director, a trustee or the auditor of the Client by virtue of these terms.',
    'Before the last day of service the Client must appoint successors and register a new address. After that day the Firm may inform the authorities concerned that its address and employees no longer act for the Client.',
  ],
};

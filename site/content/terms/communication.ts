import type { SectionDraft } from '../legal-document.ts';

export const communication: SectionDraft = {
  id: 'branding-and-communication',
  title: 'Branding, Communication, And Marketing',
  clauses: [
    'The Firm prepares newsletters, circulars, website content, social media posts and campaign material in the Client’s name, following the Client’s brand guidelines and the communication plan agreed for the year.',
    'Nothing is published or sent to the membership at large until the person whom the Client has named for the purpose has approved it. The Client is responsible for the accuracy and lawfulness of the content that it supplies or approves.',
    'Copyright in material that the Firm creates specifically for the Client passes to the Client once the related fee has been paid. The Firm keeps its own templates, methods and software, which the Client may use for as long as these terms apply.',
    'The Client confirms that it may lawfully use the names, photographs and texts that it supplies.',
    'Electronic direct marketing is sent only where the recipient has consented or section 69 of POPIA otherwise allows it. Every such message names the Client and offers a free means of opting out, which the Firm records and honours without delay.',
    'Domain names, social media accounts and advertising accounts are registered in the name of the Client. The Firm holds access as an administrator and surrenders it on request.',
  ],
};

import { contactPath } from '../../contract/api.ts';
import { notice } from '../content/notice.ts';
import { NotificationStyle } from '../notifications/NotificationStyle.ts';
import { apiUrl } from '../requests/api-url.ts';
import { ContactForm, type ContactFormProps } from './ContactForm.tsx';
import { FormStyle } from './style/FormStyle.ts';

/** The contact form as it stands in the page, with what the browser needs to take it over. */
export function ContactFormIsland() {
  const props: ContactFormProps = { action: apiUrl(contactPath), notice };
  return (
    <>
      <NotificationStyle />
      <FormStyle data-island="contact-form" data-props={JSON.stringify(props)}>
        <ContactForm {...props} />
      </FormStyle>
    </>
  );
}

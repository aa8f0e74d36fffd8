import type { ContactForm } from '../contract/contact-form.ts';

type Examples = Record<string, Partial<ContactForm>>;

/** Made-up enquiries of the kinds that associations send. */
export const honest: Examples = {
  'in isiZulu': {
    message:
      'Sawubona. Singathanda ukwazi kabanzi ngezinsizakalo zenu zokuphatha izinhlangano. Siyabonga.',
  },
  'in isiXhosa': {
    message: 'Molweni. Sifuna uncedo ngokulungiselela intlanganiso yethu yonyaka. Enkosi kakhulu.',
  },
  'in Afrikaans': {
    firstName: 'Jan-Hendrik',
    lastName: 'van der Merwe',
    organisation: 'Suid-Afrikaanse Vereniging vir Landmeters',
    message:
      'Goeiedag. Ons soek ’n sekretariaat vir ons vereniging en sou graag ’n kwotasie wou hê.',
  },
  'in Sesotho': {
    message: 'Dumelang. Re batla thuso ka tsamaiso ya mokgatlo wa rona. Re a leboha.',
  },
  'in Setswana': { message: 'Dumelang. Re kopa thuso ka botsamaisi jwa mokgatlho wa rona.' },
  'in Xitsonga': { message: 'Avuxeni. Hi lava ku tiva hi ta vukorhokeri bya n’wina. Inkomu.' },
  'in Tshivenda': { message: 'Ndi matsheloni. Ri khou ṱoḓa thuso kha ndangulo ya dzangano ḽashu.' },
  'with one link to their own website': {
    message: 'We are a guild of 400 members (https://www.guild.example.co.za). Could you quote?',
  },
  'with two links': {
    message:
      'Our site is https://guild.example and our rules are at https://guild.example/rules.pdf.',
  },
  'of an organisation that is named like its site': { organisation: 'Surveyors.co.za' },
  'with the site as the organisation': { organisation: 'https://www.guild.example.co.za' },
  'that is long': { message: 'We need help with the minutes of our council. '.repeat(100) },
  'that is short': { message: 'Please call me back.' },
  'with names from many places': { firstName: "N'wamitwa", lastName: 'McDonald-DeVilliers' },
  'with a degree behind the name': { lastName: 'van der Merwe (B.Com), M.Com' },
  'that quotes a letter': {
    message: 'As announced in your circular of May [link] we would like to meet you.',
  },
  'with the same first and last name': { firstName: 'Thomas', lastName: 'Thomas' },
  'in capitals': {
    message:
      'GOOD DAY, PLEASE PHONE ME ABOUT THE ANNUAL GENERAL MEETING OF OUR ASSOCIATION IN MAY.',
  },
  'of a casino association': {
    organisation: 'Casino Association',
    message: 'We represent land-based and online casinos and need a secretariat.',
  },
  'about their own presence on the web': {
    message: 'Do you also help with SEO services and the newsletter of an association?',
  },
  'with a price and a date': {
    message: 'Our budget is R120 000 a year; we start on 1 March 2025.',
  },
  'in Chinese': {
    firstName: '伟',
    lastName: '王',
    message: '您好，我们想了解贵公司的协会管理服务。',
  },
  'with a family of emoji': { message: 'Thank you for the chat at the congress! 👩‍👩‍👧‍👦 Please call.' },
};

/** Made-up enquiries in the shapes that unwanted ones have. */
export const spam: Examples = {
  'an offer of backlinks with links': {
    message:
      'Hi, we sell guest posts and backlinks with high domain authority. See https://a.example https://b.example',
  },
  'two offers at once': {
    message: 'SEO services that rank your website higher, and backlinks. Reply for a quote.',
  },
  'a link as a name': { firstName: 'Win now www.prize.example', lastName: 'click' },
  'a site as a name': { firstName: 'cheap-pills.shop' },
  'HTML links': { message: 'Look <a href="https://x.example">here</a> for prices.' },
  'BBCode links': { message: '[url=https://x.example]Best prices[/url] on everything you need.' },
  'many links': {
    message: [1, 2, 3, 4, 5]
      .map((count) => `https://s${count}.example/offer is the best`)
      .join(' '),
  },
  'little but a shortened link': { message: 'Hey! https://bit.ly/3abcdef' },
  'a shortened link to coins': {
    message: 'Bitcoin investment that pays, join us on https://t.me/joinchat_example today.',
  },
  'names of chance letters': {
    firstName: 'xKfTqPwLzR',
    lastName: 'bNvCxZaQwE',
    organisation: 'uYtReWqLkJ',
    message: 'https://x.example/aBcDeF QmWnEbRvTc',
  },
  'an inheritance in capitals': {
    message:
      'DEAR FRIEND I AM THE NEXT OF KIN OF A LATE MINISTER AND HAVE TEN MILLION DOLLARS FOR YOU',
  },
  'one text in every field, with an offer': {
    firstName: 'Followers',
    lastName: 'Followers',
    organisation: 'Followers',
    message: 'Buy 10,000 Instagram followers today from our shop.',
  },
};

import { About } from '../sections/About.tsx';
import { Contact } from '../sections/Contact.tsx';
import { Hero } from '../sections/Hero.tsx';
import { Services } from '../sections/Services.tsx';
import { PageFrame } from './PageFrame.tsx';

export function HomePage() {
  return (
    <PageFrame page="home">
      <Hero />
      <Services />
      <About />
      <Contact />
    </PageFrame>
  );
}

import { About } from '../sections/About.tsx';
import { Clients } from '../sections/Clients.tsx';
import { Contact } from '../sections/Contact.tsx';
import { Hero } from '../sections/Hero.tsx';
import { Proof } from '../sections/Proof.tsx';
import { Services } from '../sections/Services.tsx';
import { PageFrame } from './PageFrame.tsx';

export function HomePage() {
  return (
    <PageFrame page="home">
      <Hero />
      <Clients />
      <Services />
      <Proof />
      <About />
      <Contact />
    </PageFrame>
  );
}

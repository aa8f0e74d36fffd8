import { styled } from 'styled-components';
import { CornerRings } from '../../art/CornerRings.tsx';
import type { Download } from '../../content/legal-document.ts';
import { Shell } from '../../design/layout.tsx';
import { color, media, size } from '../../design/theme.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { LinkedText } from './LinkedText.tsx';

interface LegalHeaderProps {
  title: string;
  introduction: string[];
  download: Download;
}

export function LegalHeader({ title, introduction, download }: LegalHeaderProps) {
  return (
    <Wrapper>
      <Shell>
        <Words>
          <Title>{title}</Title>
          {introduction.map((text) => (
            <p key={text}>
              <LinkedText>{text}</LinkedText>
            </p>
          ))}
          <DownloadButton {...download} />
        </Words>
      </Shell>
      <Drawing data-print="hide">
        <CornerRings />
      </Drawing>
    </Wrapper>
  );
}

const Wrapper = styled.header`
  position: relative;
  overflow: clip;
  padding-block: clamp(3rem, 6vw, 6rem) clamp(3rem, 5vw, 5rem);
  border-bottom: 1px solid ${color.line};
`;

const Words = styled.div`
  display: grid;
  gap: 1.5rem;
  max-width: 46rem;

  > div {
    margin-top: 0.5rem;
  }
`;

const Title = styled.h1`
  margin-bottom: 0.25rem;
  font-size: ${size.title};
  line-height: 1.03;
  letter-spacing: -0.024em;
`;

const Drawing = styled.div`
  display: none;

  ${media.wide} {
    display: block;
    position: absolute;
    top: -2rem;
    left: calc(50% + min(40rem, 50vw) * 0.3);
    width: 52rem;
  }
`;

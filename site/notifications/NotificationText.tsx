import { styled } from 'styled-components';

import { size } from '../design/theme.ts';

/** What a notification says. */
export function NotificationText({ title, description }: { title: string; description: string }) {
  return (
    <div>
      <Title>{title}</Title>
      <Description>{description}</Description>
    </div>
  );
}

const Title = styled.p`
  font-weight: 600;
`;

const Description = styled.p`
  font-size: ${size.small};
  overflow-wrap: anywhere;
`;

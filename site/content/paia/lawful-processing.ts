export interface ProcessingCondition {
  name: string;
  text: string;
}

export interface LawfulProcessing {
  id: string;
  title: string;
  introduction: string;
  conditions: ProcessingCondition[];
}

export const lawfulProcessing: LawfulProcessing = {
  id: 'lawful-processing',
  title: 'The Eight Conditions For Lawful Processing',
  introduction:
    'POPIA sets eight conditions that anyone who processes personal information must meet. This is what each means for the records in our care.',
  conditions: [
    {
      name: 'Accountability',
      text: 'Whoever decides why and how information is processed answers for meeting all eight conditions.',
    },
    {
      name: 'Processing limitation',
      text: 'Information is processed lawfully, on a ground that the Act recognises, and no more is collected than the task requires.',
    },
    {
      name: 'Purpose specification',
      text: 'Information is collected for a specific purpose that the person knows of, and is not kept longer than that purpose requires.',
    },
    {
      name: 'Further processing limitation',
      text: 'Information collected for one purpose is used for another only if the two are compatible.',
    },
    {
      name: 'Information quality',
      text: 'Reasonable steps are taken to keep information complete, accurate and up to date.',
    },
    {
      name: 'Openness',
      text: 'People are told what is collected about them, by whom and why, and the processing is documented.',
    },
    {
      name: 'Security safeguards',
      text: 'Information is protected against loss, damage and unlawful access, and people are notified if that protection fails.',
    },
    {
      name: 'Data subject participation',
      text: 'People may ask what is held about them and have it corrected or deleted.',
    },
  ],
};

import { Card, Tabs, Text } from '@mantine/core';
import type { CallDetail } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { callQuery } from '../call-queries.ts';
import { personOf } from '../call-words.ts';
import { isLive } from '../live-call.ts';
import { CallCosts } from './CallCosts.tsx';
import { CallDoctor } from './CallDoctor.tsx';
import { CallFacts } from './CallFacts.tsx';
import { CallHeader } from './CallHeader.tsx';
import { CallJson } from './CallJson.tsx';
import classes from './CallPage.module.css';
import type { CallTab } from './call-tab.ts';
import { EndNotice } from './EndNotice.tsx';
import { EventTimeline } from './EventTimeline.tsx';
import { ExtractedData } from './ExtractedData.tsx';
import { LiveCall } from './LiveCall.tsx';
import { OtherCalls } from './OtherCalls.tsx';
import { Playback, PlaybackContext } from './playback.ts';
import { Recording } from './Recording.tsx';
import { ResponseTimes } from './ResponseTimes.tsx';
import { Transcript } from './Transcript.tsx';

interface CallPageProps {
  callId: string;
  tab: CallTab;
}

/** A call: while it lasts, to hear and to step in; afterwards, to understand. */
export function CallPage({ callId, tab }: CallPageProps) {
  const call = useSuspenseQuery(callQuery(callId)).data;
  const person = personOf(call);
  const [playback] = useState(() => new Playback());
  useEffect(() => () => playback.end(), [playback]);
  return (
    <PlaybackContext value={playback}>
      <CallHeader call={call} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {isLive(call) ? <LiveCall call={call} /> : <FinishedCall call={call} />}
          <CallTabs call={call} tab={tab} />
          {person !== null && <OtherCalls person={person} callId={callId} />}
        </div>
        <aside className={classes.facts} aria-label="Details">
          <CallFacts call={call} />
        </aside>
      </div>
    </PlaybackContext>
  );
}

function FinishedCall({ call }: { call: CallDetail }) {
  return (
    <>
      <EndNotice call={call} />
      {call.summary !== null && (
        <Card component="section" aria-label="Summary" padding="md">
          <Text size="sm" className={classes.summary}>
            {call.summary}
          </Text>
        </Card>
      )}
      {call.analysis?.data && <ExtractedData data={call.analysis.data} />}
      {call.recording_url !== null && (
        <Recording callId={call.call_id} mixedUrl={call.recording_url} stereoUrl={call.recording_stereo_url} />
      )}
    </>
  );
}

function CallTabs({ call, tab }: { call: CallDetail; tab: CallTab }) {
  const navigate = useNavigate({ from: '/calls/$callId' });
  // A live call shows its transcript above; without an answer there is none.
  const hasTranscript = !isLive(call) && call.answered_at !== null;
  const turns = call.transcript ?? [];
  const isThere: Record<CallTab, boolean> = {
    ...{ transcript: hasTranscript, timing: hasTranscript, cost: call.cost !== null, line: !isLive(call) },
    ...{ events: true, json: true },
  };
  const shown = isThere[tab] ? tab : 'events';
  return (
    <Tabs
      value={shown}
      onChange={(next) => void navigate({ search: { tab: next as CallTab }, replace: true, resetScroll: false })}
      keepMounted={false}
      className={classes.tabs}
    >
      <Tabs.List className={classes.tabList}>
        {hasTranscript && <Tabs.Tab value="transcript">Transcript</Tabs.Tab>}
        {hasTranscript && <Tabs.Tab value="timing">Response times</Tabs.Tab>}
        {call.cost !== null && <Tabs.Tab value="cost">Cost</Tabs.Tab>}
        {isThere.line && <Tabs.Tab value="line">Line</Tabs.Tab>}
        <Tabs.Tab value="events">Events</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="transcript" pt="md">
        <Transcript turns={turns} isRecorded={call.recording_url !== null} />
      </Tabs.Panel>
      <Tabs.Panel value="timing" pt="md">
        <ResponseTimes turns={turns} latency={call.latency} />
      </Tabs.Panel>
      <Tabs.Panel value="cost" pt="md">
        {call.cost !== null && <CallCosts cost={call.cost} />}
      </Tabs.Panel>
      <Tabs.Panel value="line" pt="md">
        <CallDoctor callId={call.call_id} isRecorded={call.recording_url !== null} />
      </Tabs.Panel>
      <Tabs.Panel value="events" pt="md">
        <EventTimeline callId={call.call_id} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="md">
        <CallJson call={call} />
      </Tabs.Panel>
    </Tabs>
  );
}

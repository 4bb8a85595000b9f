"""Speaks with espeak-ng, and tells when each word and each phoneme begins: its command line does not.

Reads a JSON array of {voice, pitch, rate, text}, where [[phonemes]] may stand in the text; writes a JSON array of
{rate, pcm, words, phones}, pcm in base64, words as [position in the text from 1, milliseconds], phones as
[IPA, milliseconds]."""
import base64, ctypes, json, sys

WORD, PHONEME = 1, 7
SYNCHRONOUS = 2
UTF8_AND_PHONEMES = 0x1 | 0x100
PHONEME_EVENTS_IN_IPA = 0x1 | 0x2


class Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("id", ctypes.c_uint), ("position", ctypes.c_int), ("length", ctypes.c_int),
        ("milliseconds", ctypes.c_int), ("sample", ctypes.c_int), ("user", ctypes.c_void_p), ("name", ctypes.c_char * 8),
    ]


Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))
espeak = ctypes.CDLL("libespeak-ng.so.1")
rate_hz = espeak.espeak_Initialize(SYNCHRONOUS, 0, None, PHONEME_EVENTS_IN_IPA)
pcm, words, phones = bytearray(), [], []


def take(samples, count, events):
    if samples and count > 0:
        pcm.extend(ctypes.string_at(samples, 2 * count))
    index = 0
    while events[index].type != 0:
        event = events[index]
        if event.type == WORD:
            words.append([event.position, event.milliseconds])
        if event.type == PHONEME:
            phones.append([event.name.decode("utf-8", "replace"), event.milliseconds])
        index += 1
    return 0


callback = Callback(take)
espeak.espeak_SetSynthCallback(callback)
spoken = []
for request in json.load(sys.stdin):
    for list_of_last in (pcm, words, phones):
        list_of_last.clear()
    if espeak.espeak_SetVoiceByName(request["voice"].encode()) != 0:
        sys.exit("espeak-ng has no voice " + request["voice"])
    espeak.espeak_SetParameter(1, request["rate"], 0)
    espeak.espeak_SetParameter(3, request["pitch"], 0)
    text = request["text"].encode()
    espeak.espeak_Synth(text, len(text) + 1, 0, 1, 0, UTF8_AND_PHONEMES, None, None)
    espeak.espeak_Synchronize()
    spoken.append({"rate": rate_hz, "pcm": base64.b64encode(pcm).decode(), "words": list(words), "phones": list(phones)})
json.dump(spoken, sys.stdout)

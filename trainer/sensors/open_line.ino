// The open line profile on a micro-controller: tags of an RFID reader become cards, buttons become the other words.
// Reader: MFRC522 on the usual SPI pins. Buttons close to ground.

#include <MFRC522.h>
#include <SPI.h>

const byte SELECT_PIN = 10;
const byte RESET_PIN = 9;

struct Button {
  byte pin;
  const char *line;
  bool wasDown;
};

Button buttons[] = {
    {2, "CUT", false},
    {3, "BURN", false},
    {4, "SPIN", false},
    {5, "NO-MORE-BETS", false},
};

// The tags of your cards: read them once with `trainer sensors decode --profile rfid-reader` and write them down here.
struct Tag {
  unsigned long number;
  const char *card;
};

const Tag TAGS[] = {
    {0x04A1B2C3, "AS"},
    {0x04A1B2C4, "8H"},
};

MFRC522 reader(SELECT_PIN, RESET_PIN);

void setup() {
  Serial.begin(9600);
  SPI.begin();
  reader.PCD_Init();
  for (Button &button : buttons) {
    pinMode(button.pin, INPUT_PULLUP);
  }
}

void loop() {
  readCard();
  readButtons();
}

void readCard() {
  if (!reader.PICC_IsNewCardPresent() || !reader.PICC_ReadCardSerial()) {
    return;
  }
  unsigned long number = 0;
  for (byte place = 0; place < 4; place++) {
    number = number << 8 | reader.uid.uidByte[place];
  }
  reader.PICC_HaltA();  // one card, one line: the same tag is read again only when it comes back
  for (const Tag &tag : TAGS) {
    if (tag.number == number) {
      Serial.print("CARD ");
      Serial.println(tag.card);
      return;
    }
  }
  Serial.println("ERROR cannot-read");
}

void readButtons() {
  for (Button &button : buttons) {
    bool isDown = digitalRead(button.pin) == LOW;
    if (isDown && !button.wasDown) {
      Serial.println(button.line);
      delay(30);  // a button bounces
    }
    button.wasDown = isDown;
  }
}

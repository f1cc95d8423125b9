/* Draw poker against the house, for benchmarks/draw.py, which says what is done here and why it is in C.

   No rule stands here. Standard input holds, as little-endian numbers of 32 bits: the number of ranks and of classes of
   hands, how many cards a player may change, how many rounds are played, and the seed; what giving up brings, what it
   brings that the croupier does not open, ties, and wins; for each rank whether the croupier opens with it and what
   beating him with it brings; the rank of each of the 2,598,960 hands of five of the cards 0 to 51 in the order of their
   highest card, then the next and so on; then for each class its five cards and, as bits, which of them the croupier
   changes. A card is 4 x rank + suit.

   Standard output: the sum and the sum of squares of what the rounds brought, and in how many he opened. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARDS = 52, HANDS = 2598960, FIVE = 5, FOLDS = 255 };

static int32_t choose[CARDS + 1][6], ranks, classes, most, rounds, folded, closed, tied, lost;
static int32_t *opens, *wins;
static uint16_t rank[HANDS];
static uint8_t changes[HANDS], plays[HANDS]; /* which cards of the sorted hand: the croupier's, and the player's */
static uint64_t state;

static int32_t number(void) {
    int32_t found;
    if (fread(&found, sizeof found, 1, stdin) != 1) {
        fprintf(stderr, "the input ends too soon\n");
        exit(1);
    }
    return found;
}

static uint32_t below(uint32_t many) { /* xorshift, scaled: the error of the scaling is under one in 10^8 */
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(((state >> 32) * many) >> 32);
}

static int32_t place(const int *hand) { /* sorted */
    return choose[hand[0]][1] + choose[hand[1]][2] + choose[hand[2]][3] + choose[hand[3]][4] + choose[hand[4]][5];
}

static int32_t sorted_place(int *hand) {
    for (int i = 1; i < FIVE; i++)
        for (int j = i; j > 0 && hand[j - 1] > hand[j]; j--) {
            int kept = hand[j];
            hand[j] = hand[j - 1], hand[j - 1] = kept;
        }
    return place(hand);
}

/* Add a share for every hand that a change of these cards can come to. */
static void spread(const int *hand, int bits, double weight, double *share) {
    int kept[FIVE], many = 0, out = 0;
    char held[CARDS] = {0};
    for (int i = 0; i < FIVE; i++) {
        held[hand[i]] = 1;
        if (bits >> i & 1) out++;
        else kept[many++] = hand[i];
    }
    weight /= out == 0 ? 1 : out == 1 ? 47 : 47 * 46 / 2;
    for (int a = 0; a < (out ? CARDS : 1); a++) {
        if (out && held[a]) continue;
        for (int b = out > 1 ? a + 1 : 0; b < (out > 1 ? CARDS : 1); b++) {
            if (out > 1 && held[b]) continue;
            int now[FIVE], full = many;
            for (int i = 0; i < many; i++) now[i] = kept[i];
            if (out > 0) now[full++] = a;
            if (out > 1) now[full++] = b;
            share[rank[sorted_place(now)]] += weight;
        }
    }
}

/* What four cards are worth over all fifth ones, and three over all pairs: sums, by the place of the sorted cards. */
static double four[270725], three[22100];

static int32_t place_of(const int *cards, int many) {
    int32_t found = 0;
    for (int i = 0; i < many; i++) found += choose[cards[i]][i + 1];
    return found;
}

static void add_up(const double *worth) {
    int hand[FIVE];
    for (hand[4] = 4; hand[4] < CARDS; hand[4]++)
        for (hand[3] = 3; hand[3] < hand[4]; hand[3]++)
            for (hand[2] = 2; hand[2] < hand[3]; hand[2]++)
                for (hand[1] = 1; hand[1] < hand[2]; hand[1]++)
                    for (hand[0] = 0; hand[0] < hand[1]; hand[0]++) {
                        double value = worth[rank[place(hand)]];
                        for (int i = 0; i < FIVE; i++) {
                            int kept[4], many = 0;
                            for (int k = 0; k < FIVE; k++)
                                if (k != i) kept[many++] = hand[k];
                            four[place_of(kept, 4)] += value;
                            for (int j = i + 1; j < FIVE; j++) {
                                int rest[3], few = 0;
                                for (int k = 0; k < FIVE; k++)
                                    if (k != i && k != j) rest[few++] = hand[k];
                                three[place_of(rest, 3)] += value;
                            }
                        }
                    }
}

/* What a hand is worth when these of its cards are changed: of all cards that may come, without those it held. */
static double changed(const int *hand, int bits, const double *worth) {
    int kept[FIVE], gone[FIVE], many = 0, out = 0;
    for (int i = 0; i < FIVE; i++) *(bits >> i & 1 ? &gone[out++] : &kept[many++]) = hand[i];
    double own = worth[rank[place(hand)]];
    if (out == 0) return own;
    if (out == 1) return (four[place_of(kept, 4)] - own) / 47;
    double sum = three[place_of(kept, 3)] + own;
    for (int i = 0; i < 2; i++) {
        int with[4], full = 0;
        for (int k = 0; k < 3; k++) with[full++] = kept[k];
        with[full++] = gone[i];
        for (int k = 3; k > 0 && with[k - 1] > with[k]; k--) {
            int swap = with[k];
            with[k] = with[k - 1], with[k - 1] = swap;
        }
        sum -= four[place_of(with, 4)];
    }
    return sum / (47 * 46 / 2);
}

/* Give every hand of a class what was found for one, suits renamed. */
static int32_t permuted(const int *hand, int bits, uint8_t *into) {
    static const int orders[24][4] = {
        {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}, {1, 0, 2, 3}, {1, 0, 3, 2},
        {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0}, {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0},
        {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};
    int32_t seen[24], different = 0;
    for (int order = 0; order < 24; order++) {
        int now[FIVE], out[FIVE], many = 0, found = 0;
        for (int i = 0; i < FIVE; i++) {
            now[i] = hand[i] / 4 * 4 + orders[order][hand[i] % 4];
            if (bits != FOLDS && bits >> i & 1) out[many++] = now[i];
        }
        int32_t at = sorted_place(now);
        for (int i = 0; i < FIVE; i++)
            for (int j = 0; j < many; j++)
                if (now[i] == out[j]) found |= 1 << i;
        into[at] = bits == FOLDS ? FOLDS : found;
        int known = 0;
        for (int i = 0; i < different; i++) known |= seen[i] == at;
        if (!known) seen[different++] = at;
    }
    return different;
}

static int bits_of(int bits) { return __builtin_popcount(bits); }

int main(void) {
    for (int n = 0; n <= CARDS; n++)
        for (int k = 0; k < 6; k++) choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    ranks = number(), classes = number(), most = number(), rounds = number(), state = number();
    if (most > 2) return 1;
    folded = number(), closed = number(), tied = number(), lost = number();
    opens = malloc(ranks * sizeof *opens), wins = malloc(ranks * sizeof *wins);
    for (int i = 0; i < ranks; i++) opens[i] = number(), wins[i] = number();
    for (int i = 0; i < HANDS; i++) rank[i] = number();
    int(*hands)[FIVE] = malloc(classes * sizeof *hands), *bits = malloc(classes * sizeof *bits);
    double *share = calloc(ranks, sizeof *share), *worth = calloc(ranks, sizeof *worth);
    for (int i = 0; i < classes; i++) {
        for (int j = 0; j < FIVE; j++) hands[i][j] = number();
        bits[i] = number();
        double weight = permuted(hands[i], bits[i], changes);
        spread(hands[i], bits[i], weight / HANDS, share);
    }
    /* What a hand is worth against the croupier as he comes on average. */
    double shut = 0, under = 0, open = 0;
    for (int i = 0; i < ranks; i++) *(opens[i] ? &open : &shut) += share[i];
    for (int i = 0; i < ranks; i++) {
        double same = opens[i] ? share[i] : 0;
        worth[i] = shut * closed + under * wins[i] + same * tied + (open - under - same) * lost;
        under += same;
    }
    add_up(worth);
    for (int i = 0; i < classes; i++) {
        double best = folded;
        int choice = FOLDS;
        for (int out = 0; out < 1 << FIVE; out++) {
            if (bits_of(out) > most) continue;
            double value = changed(hands[i], out, worth);
            if (value > best) best = value, choice = out;
        }
        permuted(hands[i], choice, plays);
    }
    long long sum = 0, squares = 0, opened = 0;
    int pack[CARDS];
    for (int i = 0; i < CARDS; i++) pack[i] = i;
    for (int i = 0; i < rounds; i++) {
        for (int j = 0; j < 14; j++) { /* five each, and two more for each of them */
            int from = j + below(CARDS - j), kept = pack[j];
            pack[j] = pack[from], pack[from] = kept;
        }
        int mine[FIVE], his[FIVE], next = 10, brings = folded;
        for (int j = 0; j < FIVE; j++) mine[j] = pack[j], his[j] = pack[5 + j];
        int out = plays[sorted_place(mine)];
        if (out != FOLDS) {
            for (int j = 0; j < FIVE; j++)
                if (out >> j & 1) mine[j] = pack[next++];
            int change = changes[sorted_place(his)];
            for (int j = 0; j < FIVE; j++)
                if (change >> j & 1) his[j] = pack[next++];
            int player = rank[sorted_place(mine)], dealer = rank[sorted_place(his)];
            opened += opens[dealer];
            brings = !opens[dealer] ? closed : player > dealer ? wins[player] : player == dealer ? tied : lost;
        }
        sum += brings, squares += (long long)brings * brings;
    }
    printf("%lld %lld %lld\n", sum, squares, opened);
    return 0;
}

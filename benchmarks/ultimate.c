/* Every deal of ultimate Texas hold'em, for benchmarks/ultimate.py, which says what is done here and why it is in C.

   No rule stands here. Standard input holds, as little-endian numbers of 32 bits: the number of ranks, of readings of
   the rules, and of flops; the lowest rank with which the croupier qualifies; the rank of each of the 2,598,960 hands
   of five of the cards 0 to 51 in the order of their highest card, then the next and so on; for each reading what
   giving up brings, what a unit of Play brings in each of six cases, and for each rank what ante and blind bring in
   each of them, and the row of its pay table (0 to 15); then each flop as three cards and the number of flops it stands for. The cases are: the croupier does
   not qualify and the player is higher, equal, lower; then the same where he qualifies. A card is 4 x rank + suit.

   Standard output: for each reading and each kind of two cards (higher rank, lower rank, whether suited) the sums of
   what raising four times, three times, and waiting bring over all flops, rivers and hands of the croupier, and how
   many of the deals of a player who waits end with his giving up, for each row of his hand. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARDS = 52, LEFT = 49, HANDS = 2598960, FOURS = 211876, PAIRS = 1081, DEALERS = 990, MOST = 8, ROWS = 16 };

static int32_t choose[CARDS + 1][6];
static uint16_t five[HANDS], four[FOURS];
static int32_t ranks, readings, flops, least;
static int32_t folded[MOST], unit[MOST][6], *base[MOST];
static uint8_t *row[MOST];
static int64_t given_up[MOST][13][13][2][ROWS];
static int64_t raised4[MOST][13][13][2], raised3[MOST][13][13][2], waited[MOST][13][13][2];

static int32_t number(void) {
    int32_t found;
    if (fread(&found, sizeof found, 1, stdin) != 1) {
        fprintf(stderr, "the input ends too soon\n");
        exit(1);
    }
    return found;
}

/* The best of seven sorted cards: the two left out are i and j. */
static uint16_t best(const int *seven) {
    uint16_t found = 0;
    for (int i = 0; i < 7; i++)
        for (int j = i + 1; j < 7; j++) {
            int32_t place = 0, taken = 0;
            for (int k = 0; k < 7; k++)
                if (k != i && k != j) place += choose[seven[k]][++taken];
            if (five[place] > found) found = five[place];
        }
    return found;
}

static int by_size(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

static int32_t place_of_four(int a, int b, int t, int r) { /* a < b, t < r */
    int low = a < t ? a : t, high = b > r ? b : r;
    int one = a < t ? t : a, two = b > r ? r : b;
    if (one > two) { int kept = one; one = two; two = kept; }
    return choose[low][1] + choose[one][2] + choose[two][3] + choose[high][4];
}

static void play_flop(const int *flop, int64_t weight) {
    static int64_t sum4[MOST][LEFT][LEFT], sum3[MOST][LEFT][LEFT], sum2[MOST][LEFT][LEFT], wait[MOST][LEFT][LEFT];
    static int32_t gave[MOST][LEFT][LEFT][ROWS];
    static int left[LEFT];
    static uint8_t first[PAIRS], second[PAIRS], sorted_first[PAIRS], sorted_second[PAIRS];
    static uint16_t rank[PAIRS], sorted_rank[PAIRS];
    int count = 0;
    for (int card = 0; card < CARDS; card++)
        if (card != flop[0] && card != flop[1] && card != flop[2]) left[count++] = card;
    int32_t place = 0;
    for (int d = 3; d < LEFT; d++)
        for (int c = 2; c < d; c++)
            for (int b = 1; b < c; b++)
                for (int a = 0; a < b; a++) {
                    int seven[7] = {flop[0], flop[1], flop[2], left[a], left[b], left[c], left[d]};
                    qsort(seven, 7, sizeof *seven, by_size);
                    four[choose[a][1] + choose[b][2] + choose[c][3] + choose[d][4]] = best(seven);
                    place++;
                }
    memset(sum4, 0, sizeof sum4), memset(sum3, 0, sizeof sum3);
    memset(sum2, 0, sizeof sum2), memset(wait, 0, sizeof wait), memset(gave, 0, sizeof gave);
    static int32_t start[8193];
    for (int r = 1; r < LEFT; r++)
        for (int t = 0; t < r; t++) {
            int pairs = 0;
            for (int b = 1; b < LEFT; b++) {
                if (b == t || b == r) continue;
                for (int a = 0; a < b; a++) {
                    if (a == t || a == r) continue;
                    first[pairs] = a, second[pairs] = b;
                    rank[pairs++] = four[place_of_four(a, b, t, r)];
                }
            }
            /* Sorted by rank, counting: first by the lower seven bits, then by the others. */
            static uint16_t order[PAIRS];
            memset(start, 0, 129 * sizeof *start);
            for (int i = 0; i < PAIRS; i++) start[(rank[i] & 127) + 1]++;
            for (int i = 0; i < 128; i++) start[i + 1] += start[i];
            for (int i = 0; i < PAIRS; i++) order[start[rank[i] & 127]++] = i;
            memset(start, 0, 129 * sizeof *start);
            for (int i = 0; i < PAIRS; i++) start[(rank[i] >> 7) + 1]++;
            for (int i = 0; i < 128; i++) start[i + 1] += start[i];
            for (int i = 0; i < PAIRS; i++) {
                int from = order[i], to = start[rank[from] >> 7]++;
                sorted_rank[to] = rank[from], sorted_first[to] = first[from], sorted_second[to] = second[from];
            }
            /* Swept from the lowest: how many were seen, and how many of them with each card. */
            int32_t closed = 0, closed_with[LEFT] = {0}, seen = 0, with[LEFT] = {0}, same[LEFT];
            while (closed < PAIRS && sorted_rank[closed] < least) {
                closed_with[sorted_first[closed]]++, closed_with[sorted_second[closed]]++;
                closed++;
            }
            for (int from = 0, to; from < PAIRS; from = to) {
                memset(same, 0, sizeof same);
                for (to = from; to < PAIRS && sorted_rank[to] == sorted_rank[from]; to++)
                    same[sorted_first[to]]++, same[sorted_second[to]]++;
                int opens = sorted_rank[from] >= least;
                for (int i = from; i < to; i++) {
                    int a = sorted_first[i], b = sorted_second[i];
                    int32_t below = seen - with[a] - with[b], equal = to - from - same[a] - same[b] + 1;
                    int32_t shut = closed - closed_with[a] - closed_with[b] + !opens, above = DEALERS - below - equal;
                    int32_t cases[6] = {0};
                    if (opens) cases[0] = shut, cases[3] = below - shut, cases[4] = equal, cases[5] = above;
                    else cases[0] = below, cases[1] = equal, cases[2] = shut - below - equal, cases[5] = DEALERS - shut;
                    for (int which = 0; which < readings; which++) {
                        const int32_t *pays = base[which] + 6 * sorted_rank[from];
                        int64_t before = 0, each = 0;
                        for (int k = 0; k < 6; k++) {
                            before += (int64_t)cases[k] * pays[k];
                            each += (int64_t)cases[k] * unit[which][k];
                        }
                        int64_t last = before + each, given = (int64_t)folded[which] * DEALERS;
                        sum4[which][a][b] += before + 4 * each;
                        sum3[which][a][b] += before + 3 * each;
                        sum2[which][a][b] += before + 2 * each;
                        wait[which][a][b] += last > given ? last : given;
                        if (last <= given) gave[which][a][b][row[which][sorted_rank[from]]]++;
                    }
                }
                for (int i = from; i < to; i++) with[sorted_first[i]]++, with[sorted_second[i]]++;
                seen = to;
            }
        }
    for (int which = 0; which < readings; which++)
        for (int b = 1; b < LEFT; b++)
            for (int a = 0; a < b; a++) {
                int high = left[b] / 4, low = left[a] / 4, suited = left[a] % 4 == left[b] % 4;
                int64_t twice = sum2[which][a][b], later = wait[which][a][b];
                raised4[which][high][low][suited] += weight * sum4[which][a][b];
                raised3[which][high][low][suited] += weight * sum3[which][a][b];
                waited[which][high][low][suited] += weight * (twice > later ? twice : later);
                for (int k = 0; k < ROWS && twice <= later; k++)
                    given_up[which][high][low][suited][k] += weight * gave[which][a][b][k];
            }
}

int main(void) {
    for (int n = 0; n <= CARDS; n++)
        for (int k = 0; k < 6; k++) choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    ranks = number(), readings = number(), flops = number(), least = number();
    if (readings > MOST || ranks > 128 * 128) return 1;
    for (int i = 0; i < HANDS; i++) five[i] = number();
    for (int which = 0; which < readings; which++) {
        folded[which] = number();
        for (int k = 0; k < 6; k++) unit[which][k] = number();
        base[which] = malloc(6 * ranks * sizeof(int32_t));
        for (int i = 0; i < 6 * ranks; i++) base[which][i] = number();
        row[which] = malloc((size_t)ranks);
        for (int i = 0; i < ranks; i++) row[which][i] = number();
    }
    for (int i = 0; i < flops; i++) {
        int flop[3] = {number(), number(), number()};
        play_flop(flop, number());
    }
    for (int which = 0; which < readings; which++)
        for (int high = 0; high < 13; high++)
            for (int low = 0; low <= high; low++)
                for (int suited = 0; suited < (high == low ? 1 : 2); suited++) {
                    printf("%d %d %d %d %lld %lld %lld", which, high, low, suited,
                           (long long)raised4[which][high][low][suited], (long long)raised3[which][high][low][suited],
                           (long long)waited[which][high][low][suited]);
                    for (int k = 0; k < ROWS; k++) printf(" %lld", (long long)given_up[which][high][low][suited][k]);
                    printf("\n");
                }
    return 0;
}

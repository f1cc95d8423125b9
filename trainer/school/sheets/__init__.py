"""Questions that leave the program: worksheets on paper, cards for Anki, quizzes for Moodle.

All are made of the same plan (`plan`), with pictures drawn by whoever can draw (`Draws`): the desk's felts.
"""

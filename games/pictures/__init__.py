"""Positions as pictures: what to draw, in which colours, written as SVG.

A scene becomes shapes, each with the words of its class; shapes become SVG for a page, whose style sheet dresses the
classes, or SVG that stands alone and carries its colours along. Both follow one table of paint, and the style sheet
is written from it. Pure values: no Django, no files. The boards of `js/board` draw the same shapes.
"""

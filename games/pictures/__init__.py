"""Pictures of positions as SVG: shapes, colours, looks.

A scene becomes shapes, each with CSS classes; shapes become SVG for a page, whose style sheet styles the classes, or
self-contained SVG with its colours. Both follow one table of paint, from which the style sheet is generated. Pure
functions: no Django, no files. The boards of `js/board` draw the same shapes.
"""

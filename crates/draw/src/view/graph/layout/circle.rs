//! Vertices on a circle.

use super::parts::Part;
use crate::canvas::{Length, Point, point};

/// The number of bits after the binary point of sines, cosines and angles.
const BITS: u32 = 40;
/// The angle of a full turn, 2π, in units of 2^-40.
const TURN: i128 = 6_908_435_304_715;

/// Places neighbours on the circle an edge apart: the vertices of a cycle in cyclic order, others in numerical order.
pub(super) fn place(part: &Part, edge: Length) -> Vec<Point> {
    let order = order(part);
    let count = order.len() as i128;
    // Half the length of an edge is the radius times the sine of half the angle between neighbours.
    let (sine, _) = sine_and_cosine(TURN / (2 * count));
    let radius = if sine == 0 { 0 } else { (i128::from(edge / 2) << BITS) / sine };
    let mut places = vec![point(0, 0); order.len()];
    for (vertex, index) in order.into_iter().zip(0..) {
        let (sine, cosine) = sine_and_cosine(TURN * index / count);
        let length = |part: i128| Length::try_from((radius * part) >> BITS).unwrap_or(0);
        places[vertex] = point(length(sine), -length(cosine));
    }
    places
}

fn order(part: &Part) -> Vec<usize> {
    let is_cycle = part.neighbours.iter().all(|near| near.len() == 2);
    if !is_cycle {
        return (0..part.vertices.len()).collect();
    }
    let mut order = vec![0];
    let mut before = usize::MAX;
    while order.len() < part.vertices.len() {
        let vertex = order[order.len() - 1];
        let Some(&next) = part.neighbours[vertex].iter().find(|&&other| other != before) else { break };
        before = vertex;
        order.push(next);
    }
    order
}

/// Returns the sine and the cosine of an angle between 0 and a full turn, by their power series.
fn sine_and_cosine(angle: i128) -> (i128, i128) {
    // The terms decrease fast enough for angles of at most half a turn in either direction.
    let angle = if 2 * angle > TURN { angle - TURN } else { angle };
    let (mut sine, mut cosine, mut term) = (0, 0, 1_i128 << BITS);
    for power in 1..32 {
        match power % 4 {
            1 => cosine += term,
            2 => sine += term,
            3 => cosine -= term,
            _ => sine -= term,
        }
        term = ((term * angle) >> BITS) / power;
    }
    (sine, cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_and_cosines_are_accurate_to_a_millionth() {
        for index in 0..360 {
            let (sine, cosine) = sine_and_cosine(TURN * index / 360);
            let angle = (index as f64).to_radians();
            let one = (1_u64 << BITS) as f64;
            assert!((sine as f64 / one - angle.sin()).abs() < 1e-6, "{index}");
            assert!((cosine as f64 / one - angle.cos()).abs() < 1e-6, "{index}");
        }
    }
}

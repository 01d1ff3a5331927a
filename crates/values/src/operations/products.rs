//! Incentives, products and ordinal sums.

use super::Operations;
use super::error::Result;
use super::pair::Pair;
use super::work::{Start, TrackedSession, bottom_up, transform};
use crate::{Game, GameOutcome, OperationError, Relation};

impl Operations<'_> {
    /// Returns Left's incentives G^L − G, over the options in canonical form, in structural order.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    pub fn left_incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        let moves = self.work.moves(game)?;
        self.work.incentives(moves.left(), game)
    }

    /// Returns Right's incentives G − G^R, over the options in canonical form, in structural order.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    pub fn right_incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        let moves = self.work.moves(game)?;
        let mut negatives = self.work.list(moves.right().len())?;
        self.work.copy(moves.right().iter().map(|&option| -option), &mut negatives)?;
        self.work.incentives(&negatives, -game)
    }

    /// Returns the incentives of both players that are not less than another incentive, in structural order.
    ///
    /// Source: Winning Ways, chapter 6; Siegel, section II.2.
    ///
    /// # Errors
    /// [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Operations};
    ///
    /// let arena = Arena::default();
    /// let switch = arena.form(&[arena.integer(3)?], &[arena.integer(1)?])?;
    /// let around_zero = arena.sub(switch, arena.integer(2)?)?;
    /// let incentive = arena.add(around_zero, arena.integer(1)?)?;
    /// assert_eq!(Operations::new(arena.session()).incentives(switch)?, [incentive]);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        self.work.greatest_incentives(game)
    }

    /// Returns Norton's product of a game and a unit, which must be greater than zero.
    ///
    /// An integer n becomes n copies of the unit U. Any other game becomes `{G^L·U + U + I | G^R·U − U − I}`, where I
    /// ranges over the incentives of U for both players.
    ///
    /// Source: Winning Ways, chapter 8; Siegel, section II.7.
    ///
    /// # Errors
    /// [`OperationError::NotPositive`] if the unit is not greater than zero; [`OperationError::TooLarge`] for too many
    /// copies; [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Game, Operations};
    ///
    /// let arena = Arena::default();
    /// let (up, half) = (arena.up(1)?, arena.number(&Dyadic::new(1, 1))?);
    /// let mut operations = Operations::new(arena.session());
    /// let half_up = operations.norton(half, up)?;
    /// // Norton multiplication distributes over sums.
    /// assert_eq!(operations.session().add(half_up, half_up)?, up);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn norton(&mut self, game: Game, unit: Game) -> Result<Game> {
        let Operations { work, nortons, .. } = self;
        if work.session.outcome(unit) != GameOutcome::Left {
            return Err(OperationError::NotPositive);
        }
        let mut steps = work.greatest_incentives(unit)?;
        for step in &mut steps {
            *step = work.session.add(unit, *step)?;
        }
        let memo = nortons.with(unit, work);
        transform(
            work,
            memo,
            game,
            |work, game| match work.session.as_number(game) {
                Some(number) if number.is_integer() => work.times(&number, unit).map(Some),
                _ => Ok(None),
            },
            |work, _, left, right| {
                let mut lefts = work.list(left.len() * steps.len())?;
                let mut rights = work.list(right.len() * steps.len())?;
                for &step in &steps {
                    for &option in left.iter() {
                        lefts.push(work.session.add(option, step)?);
                    }
                    for &option in right.iter() {
                        rights.push(work.session.sub(option, step)?);
                    }
                }
                Ok(work.session.form(&lefts, &rights)?)
            },
        )
    }

    /// Returns Conway's product of two games in canonical form: `{G^L·H + G·H^L − G^L·H^L, … | …}`.
    ///
    /// For numbers this is the ordinary product, and for nimbers the product of their field. For other games the
    /// product depends on the form; the method uses the canonical form. Takes time linear in the number of pairs of
    /// followers, times the cost of the sums.
    ///
    /// Source: Conway, *On Numbers and Games*, chapters 1 and 6.
    ///
    /// # Errors
    /// [`OperationError::TooLarge`] for too many copies and for products of millions of digits;
    /// [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Operations};
    ///
    /// let arena = Arena::default();
    /// let (two, up) = (arena.integer(2)?, arena.up(1)?);
    /// let two_ups = arena.up(2)?;
    /// assert_eq!(Operations::new(arena.session()).conway(two, up)?, two_ups);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn conway(&mut self, some: Game, other: Game) -> Result<Game> {
        let pair = Pair::of(some, other);
        bottom_up(
            &mut self.work,
            &mut self.products,
            pair,
            |work, pair| match work.plain_product(pair)? {
                Some(product) => Ok(Start::Known(product)),
                None => work.options_of_product(pair).map(Start::From),
            },
            |work, _, parts, known| {
                let mut options = work.list(parts.pairs.len() / 3)?;
                for part in parts.pairs.chunks_exact(3) {
                    let sum = work.session.add(known[&part[0]], known[&part[1]])?;
                    options.push(work.session.sub(sum, known[&part[2]])?);
                }
                let (left, right) = options.split_at(parts.left);
                Ok(work.session.form(left, right)?)
            },
        )?;
        Ok(self.products[&pair])
    }

    /// Returns the ordinal sum `base : top`, in which a move in the base, in canonical form, ends the play in the top.
    ///
    /// The ordinal sum of numbers is the number whose sign expansion is the concatenation of their sign expansions: the
    /// canonical form of a number is the Hackenbush stalk of its signs without the dominated options. The ordinal sum
    /// of nimbers is the nimber whose size is the sum of their sizes. In all other cases, takes time linear in the
    /// number of followers of the top, times the cost of [`Session::form`](crate::Session::form).
    ///
    /// Source: Winning Ways, chapter 7; Siegel, section II.1.
    ///
    /// # Errors
    /// [`OperationError::TooLarge`] if the sum is a nimber of 2^128 or more, or a number whose exponent is too large;
    /// [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Game, Operations};
    ///
    /// let arena = Arena::default();
    /// let star_two = arena.nimber(2)?;
    /// assert_eq!(Operations::new(arena.session()).ordinal_sum(Game::STAR, Game::STAR)?, star_two);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn ordinal_sum(&mut self, base: Game, top: Game) -> Result<Game> {
        let Operations { work, ordinal_sums, .. } = self;
        if base == Game::ZERO {
            return Ok(top);
        }
        if let Some(sum) = work.plain_ordinal_sum(base, top)? {
            return Ok(sum);
        }
        let moves = work.moves(base)?;
        let memo = ordinal_sums.with(base, work);
        transform(
            work,
            memo,
            top,
            |work, top| work.plain_ordinal_sum(base, top),
            |work, _, left, right| {
                let left = work.joined(&left, moves.left())?;
                let right = work.joined(&right, moves.right())?;
                Ok(work.session.form(&left, &right)?)
            },
        )
    }
}

impl TrackedSession<'_> {
    /// Returns the ordinal sum if `top` is zero, or if both games are numbers or both are nimbers.
    fn plain_ordinal_sum(&mut self, base: Game, top: Game) -> Result<Option<Game>> {
        let session = &mut self.session;
        if top == Game::ZERO {
            return Ok(Some(base));
        }
        if let (Some(base), Some(top)) = (session.as_nimber(base), session.as_nimber(top)) {
            let size = base.checked_add(top).ok_or(OperationError::TooLarge)?;
            return Ok(Some(session.nimber(size)?));
        }
        let (Some(base), Some(top)) = (session.as_number(base), session.as_number(top)) else {
            return Ok(None);
        };
        let digits = base.ordinal_sum_digits(&top).ok_or(OperationError::TooLarge)?;
        self.session.check(digits / 2)?;
        let sum = base.ordinal_sum(&top).ok_or(OperationError::TooLarge)?;
        Ok(Some(self.session.number(&sum)?))
    }

    /// Returns the differences of the given options and a game, in structural order.
    fn incentives(&mut self, options: &[Game], game: Game) -> Result<Vec<Game>> {
        let mut incentives = self.list(options.len())?;
        for &option in options {
            incentives.push(self.session.sub(option, game)?);
        }
        self.session.sort(&mut incentives)?;
        Ok(incentives.into_vec())
    }

    fn greatest_incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        let moves = self.moves(game)?;
        let mut incentives = self.list(moves.as_ref().len())?;
        for &option in moves.left() {
            incentives.push(self.session.sub(option, game)?);
        }
        for &option in moves.right() {
            incentives.push(self.session.sub(game, option)?);
        }
        self.session.sort_handles(&mut incentives)?;
        incentives.dedup();
        let mut greatest = self.list(incentives.len())?;
        for &incentive in incentives.iter() {
            let mut is_greatest = true;
            for &other in incentives.iter() {
                is_greatest = is_greatest && self.session.compare(incentive, other)? != Relation::Less;
            }
            if is_greatest {
                greatest.push(incentive);
            }
        }
        self.session.sort(&mut greatest)?;
        Ok(greatest.into_vec())
    }
}

"""The lectures' tables and curves, each an experiment of its own: one file that holds `EXPERIMENT`."""

from kibitz.experiments.experiment import Experiment, Report, Task, experiments, find_experiment
from kibitz.experiments.running import Finished, run

__all__ = ["Experiment", "Finished", "Report", "Task", "experiments", "find_experiment", "run"]

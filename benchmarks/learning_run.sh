# The training behind the figures in docs/learning.md, on a machine with 16 cores; about eight minutes. Everything goes to $OUT.
set -u
export PYTHONPATH=$PWD/src PYTHONUNBUFFERED=1 KIBITZ_CACHE=/tmp/kibitz-cache
run="python benchmarks/learning.py"
big=/tmp/2048-big.patterns
small='[[0,1,2,3],[4,5,6,7],[0,1,4,5],[1,2,5,6],[5,6,9,10]]'
$run train 2048 $big --seconds 260 --threads 11 --seed 1 --every 65 > $OUT/2048-big.log 2>&1 &
one=$!
$run train othello $OUT/othello.patterns --seconds 260 --threads 3 --seed 1 --every 130 > $OUT/othello.log 2>&1 &
two=$!
$run train 2048 $OUT/2048.patterns --tuples "$small" --seconds 230 --seed 1 --every 115 > $OUT/2048.log 2>&1 &
three=$!
$run train connect_four $OUT/connect_four.patterns --seconds 230 --seed 1 --every 115 > $OUT/connect_four.log 2>&1 &
wait $one $two $three $!
$run play $big --games 1000 --processes 16 > $OUT/play.log 2>&1
$run play $OUT/2048.patterns --games 1000 --processes 16 >> $OUT/play.log 2>&1
timeout 70 $run match othello "alphabeta:time=0.1,patterns=$OUT/othello.patterns" alphabeta:time=0.1 --games 128 --processes 8 \
    > $OUT/match.log 2>&1 &
timeout 100 $run play $big --depth 2 --games 128 --processes 8 >> $OUT/play.log 2>&1
wait
timeout 80 $run play $big --depth 3 --games 16 --processes 16 >> $OUT/play.log 2>&1
cat $OUT/*.log
